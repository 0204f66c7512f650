import type { App } from '../app/app.ts';
import { examineRepository } from '../app/doctor/examine.ts';
import { finding, type Finding } from '../app/doctor/finding.ts';
import { findingId, type Examination } from '../app/views/doctor.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';
import { t } from './translate.ts';

/** What the doctor found in this window. It looks when it is asked to: a look starts programs. */
export interface Doctor extends Examination, Disposable {
  readonly onDidChange: Event<void>;
  /** Looks now; whoever asks meanwhile waits for the same look. */
  look(): Promise<void>;
  find(id: string): Finding | undefined;
}

export const createDoctor = (app: App): Doctor => {
  const changed = new Emitter<void>();
  let findings: readonly Finding[] | null = null;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    try {
      findings = await examineRepository(t, app);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      findings = [finding('fail', t('Doctor'), t('The look was broken off: {reason}', { reason }))];
    }
    looking = null;
    changed.fire();
  };
  return {
    get looking() {
      return looking !== null;
    },
    get findings() {
      return findings;
    },
    look: () => {
      const under = (looking ??= look());
      changed.fire();
      return under;
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
    find: (id) => findings?.find((one) => findingId(one) === id),
  };
};
