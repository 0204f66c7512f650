import type { ModelWishes } from './types.ts';

const claudeJudge = { model: 'claude-opus-4-8', effort: 'xhigh' };
const codexJudge = { model: 'gpt-5.5', effort: 'high' };
const claudeAuditor = { model: 'claude-sonnet-4-6', effort: 'medium' };
const codexAuditor = { model: 'gpt-5.4-mini', effort: 'medium' };

/** What lanes run with where nobody says otherwise. An agent that isn't here runs with what its CLI is set to. */
export const usualModels: ModelWishes = {
  claude: {
    '*': { model: 'claude-sonnet-4-6', effort: 'medium' },
    PLANNER: claudeJudge,
    REVIEWER: claudeJudge,
    DEEP_REVIEWER: claudeJudge,
    CI: claudeAuditor,
    EVAL: claudeAuditor,
    EXPERIMENT_SCOUT: claudeAuditor,
  },
  codex: {
    '*': { model: 'gpt-5.5', effort: 'high' },
    PLANNER: codexJudge,
    REVIEWER: codexJudge,
    DEEP_REVIEWER: codexJudge,
    CI: codexAuditor,
    EVAL: codexAuditor,
    EXPERIMENT_SCOUT: codexAuditor,
  },
};

/** Models that take every effort of their agent. */
export const usualStrongModels: readonly string[] = ['claude-opus-4-7', 'claude-opus-4-8'];
