import type { HandoffRules } from './types.ts';

const unproven = [
  'n/a',
  'na',
  'none',
  'not run',
  'not yet',
  'not executed',
  'not validated',
  'suggested only',
  'todo',
  'tbd',
  'unknown',
  '없음',
  '미실행',
  '미정',
];

/** Hand-over notes in English, or with Korean labels. A project replaces what differs. */
export const usualHandoff: HandoffRules = {
  headings: ['Session Handoff', 'Workstream State', 'Handoff', '세션 인계', '작업 인계'],
  otherHeadings: ['Handoff Notes'],
  fields: [
    { label: 'Role', aliases: ['역할'] },
    { label: 'Lifecycle stage', aliases: ['단계'] },
    { label: 'Branch / worktree', aliases: ['브랜치 / 워크트리'] },
    { label: 'Task', aliases: ['작업'] },
    { label: 'Current status', aliases: ['현재 상태'] },
    { label: 'Files touched', aliases: ['바꾼 파일'] },
    { label: 'Commands run', aliases: ['실행한 명령'], invalid: unproven },
    { label: 'Results', aliases: ['결과'], invalid: unproven },
    { label: 'Validation evidence', aliases: ['검증 근거'], invalid: unproven },
    { label: 'Blockers', aliases: ['막는 것'] },
    { label: 'Open risks', aliases: ['남은 위험'] },
    { label: 'Next action', aliases: ['다음 할 일'] },
    {
      label: 'Next safe command',
      aliases: ['다음 안전한 명령'],
      invalid: ['n/a', 'na', 'none', 'not applicable', 'unknown', 'tbd', 'todo', '없음', '미정'],
      openOnly: true,
    },
    { label: 'Reviewer focus', aliases: ['리뷰 초점'] },
    {
      label: 'Eval surface',
      aliases: ['평가 대상'],
      invalid: ['n/a', 'na', 'none', 'no data touched', 'unknown', 'tbd', '없음', '미정'],
      when: 'evaluation',
    },
  ],
  status: 'Current status',
  terminal: ['done', 'merged', 'complete', 'completed', '완료', '병합됨'],
  negations: [
    ...['not', 'no', 'never', 'isn', 'wasn', 'aren', 'hasn', 'haven', 'cannot', 'can', 'to', 'be', 'until', 'before'],
    ...['unless', 'once', 'when', 'if', 'nearly', 'almost', 'partly', 'partially', 'half', '아직', '안'],
  ],
  evaluation: {
    paths: ['eval/', 'evals/', 'configs/eval/', 'data/eval/', 'reports/'],
    words: ['real eval', 'private aggregate', 'public fixture', 'synthetic benchmark', 'performance claim'],
  },
};
