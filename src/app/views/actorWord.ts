import type { Translate } from '../../base/problem.ts';

/** Who asked for what an event tells, of `kind:id` as the log has it. People of a terminal are named there. */
export const actorWord = (t: Translate, actor: string): string => {
  const [kind, ...rest] = actor.split(':');
  const id = rest.join(':');
  if (kind === 'host') return t('MAM');
  if (kind === 'job') return t('job {job}', { job: id });
  if (kind !== 'person') return actor;
  return personWord(t, id);
};

/** A person, by name where the surface knew one. */
export const personWord = (t: Translate, id: string): string =>
  id === 'editor' ? t('a person in the editor') : id === 'cli' ? t('a person at a terminal') : id;
