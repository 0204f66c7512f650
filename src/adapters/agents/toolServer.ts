/** What of MAM's variables its tool server reads, for agents that hand on only what they are told to. */
export const toolVariables = [
  'MAM_NODE',
  'MAM_CONTROL_ROOT',
  'MAM_SESSION',
  'MAM_JOB',
  'MAM_ATTEMPT',
  'MAM_TOKEN',
  'MAM_SPOOL',
  'MAM_REPORT',
] as const;

/** The name of the server in an agent's configuration, which its tools are named after. */
export const toolServer = 'mam';
