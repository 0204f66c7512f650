import type { RadarRow, TimelineRow, UsageRow } from '../../protocol/dashboardParts.ts';
import type { BoardColumn, GateTable } from '../../protocol/webview.ts';
import { autotuneView } from '../views/autotune.ts';
import { boardView } from '../views/board.ts';
import { dashboardView, gatesView } from '../views/dashboard.ts';
import { radarView } from '../views/radar.ts';
import { usageView } from '../views/usage.ts';
import { phrase } from '../views/words.ts';
import type { Scene, ViewContext } from '../views/viewContext.ts';
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

const overlapLines = ({ worktree, note, overlaps }: RadarRow): DocumentSection['lines'] => [
  ...(note === '' ? [] : [{ mark: '', code: worktree, text: note, detail: '' }]),
  ...overlaps.map(({ words, files, why }) => ({
    mark: '',
    code: worktree,
    text: phrase(words, files, why),
    detail: '',
  })),
];

const usageSection = ({ t }: ViewContext, title: string, rows: readonly UsageRow[]): DocumentSection => ({
  title,
  lines: rows.map(({ name, lanes, input, output, cost }) => ({
    mark: '',
    code: name,
    text: phrase(
      `${t('Lanes')}: ${lanes}`,
      `${t('Tokens in')}: ${input}`,
      `${t('Tokens out')}: ${output}`,
      `${t('Cost')}: ${cost}`,
    ),
    detail: '',
  })),
});

/** All tabs of the dashboard as they stand, with the newest of its timeline. */
export const dashboardDocument = (
  ctx: ViewContext,
  scene: Scene,
  base: string,
  timeline: readonly TimelineRow[],
): PageDocument => {
  const model = dashboardView(ctx, scene, base, 'timeline');
  const usage = usageView(ctx, scene.state);
  return {
    title: phrase(model.repository, ctx.t('MAM Dashboard')),
    lead: [
      { strong: '', text: phrase(model.base, model.owner, model.loop.words, ...model.loopFacts) },
      ...(model.problem === null ? [] : [{ strong: '', text: model.problem }]),
    ],
    sections: [
      ...boardView(ctx, scene.state)
        .filter(({ cards }) => cards.length > 0)
        .map(columnSection),
      ...gatesView(ctx, scene).map((gate) => gateSection(ctx, gate)),
      { title: ctx.t('Overlaps'), lines: radarView(ctx, scene).rows.flatMap(overlapLines) },
      { title: ctx.t('Limits'), lines: usage.limits.map((text) => ({ mark: '', code: '', text, detail: '' })) },
      usageSection(ctx, ctx.t('Used by agent'), usage.agents),
      usageSection(ctx, ctx.t('Used by task'), usage.tasks),
      {
        title: ctx.t('Autotune'),
        lines: autotuneView(ctx, scene.state).lanes.map(({ lane, seconds, failures, advice }) => ({
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
  };
};
