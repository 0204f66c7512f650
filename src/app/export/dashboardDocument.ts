import type { BoardColumn, DashboardModel, GateTable, TimelineRow } from '../../protocol/webview.ts';
import { phrase } from '../views/words.ts';
import type { ViewContext } from '../views/viewContext.ts';
import type { DocumentSection, PageDocument } from './document.ts';

const columnSection = ({ title, cards }: BoardColumn): DocumentSection => ({
  title,
  lines: cards.map((card) => ({
    mark: card.mark.words,
    code: card.task,
    text: phrase(card.title, ...card.lamps.map((lamp) => `${lamp.role}: ${lamp.mark.words}`), card.age, card.cost),
    detail: '',
  })),
});

const gateSection = (ctx: ViewContext, { task, title, mark, rows }: GateTable): DocumentSection => ({
  title: ctx.t('Gate of {task}: {words}', { task, words: mark.words }),
  lines: [
    { mark: '', code: '', text: title, detail: '' },
    ...rows.map((row) => ({
      mark: row.mark.words,
      code: '',
      text: phrase(row.title, row.proof, row.commit, ...row.missing),
      detail: '',
    })),
  ],
});

/** The dashboard as it stands, with the newest of its timeline. */
export const dashboardDocument = (
  ctx: ViewContext,
  model: DashboardModel,
  timeline: readonly TimelineRow[],
): PageDocument => ({
  title: phrase(model.repository, ctx.t('MAM Dashboard')),
  lead: [
    { strong: '', text: phrase(model.base, model.owner, model.loop.words, ...model.loopFacts) },
    ...(model.problem === null ? [] : [{ strong: '', text: model.problem }]),
  ],
  sections: [
    ...model.columns.filter(({ cards }) => cards.length > 0).map(columnSection),
    ...model.gates.map((gate) => gateSection(ctx, gate)),
    {
      title: ctx.t('Autotune'),
      lines: model.autotune.lanes.map(({ lane, seconds, failures, advice }) => ({
        mark: '',
        code: lane,
        text: phrase(seconds.map((one) => `${one} s`).join(', '), failures, advice?.words, advice?.standing),
        detail: '',
      })),
    },
    {
      title: ctx.t('Timeline'),
      lines: timeline.map((row) => ({
        mark: '',
        code: '',
        text: phrase(row.time, row.actor, row.words, row.task),
        detail: '',
      })),
    },
  ].filter(({ lines }) => lines.length > 0),
});
