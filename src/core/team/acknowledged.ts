/** The variable by which a person says that the workers may use what they are signed in to, and the network. */
export const acknowledgement = 'ACTIVE_OMC_RUNNER_ACK';

/** Whether it was said: exactly one of three words, so that nobody says it by habit. */
export const isAcknowledged = (value: string | undefined): boolean =>
  ['1', 'true', 'yes'].includes((value ?? '').trim());
