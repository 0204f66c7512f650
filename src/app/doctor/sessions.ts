import type { Translate } from '../../base/problem.ts';
import type { App } from '../app.ts';
import { finding, saidBy, type Finding } from './finding.ts';

/** In which places sessions of agents can run. Nobody needs all of them: only that none has a screen is worth a warning. */
export async function placeFindings(t: Translate, app: Pick<App, 'agentSessions'>): Promise<readonly Finding[]> {
  const probed = await app.agentSessions.places();
  const some = probed.some(({ screen, found }) => screen && found.ok);
  return probed.map(({ backend, screen, found }) => {
    const what = t('Place {name}', { name: backend });
    if (found.ok) return finding('ok', what, t('{version}, ready', { version: found.value.version }));
    const why = saidBy(t, found.error);
    return some || !screen ? finding('ok', what, t('not used: {reason}', { reason: why })) : finding('warn', what, why);
  });
}

/** Where jobs are told about. Whether somebody is there to be told is not asked: that would start a broker. */
export function busFinding(t: Translate, { bus, owner }: Pick<App, 'bus' | 'owner'>): Finding {
  const what = t('Bus');
  const target = bus?.target ?? { kind: 'off' };
  switch (target.kind) {
    case 'off':
      return finding('ok', what, t('switched off'));
    case 'external':
      return finding('ok', what, t('the broker at {host}:{port}', { host: target.host, port: target.port }));
    case 'own':
      return finding(
        'ok',
        what,
        owner === null
          ? t('MAM’s own broker; it runs once somebody works here, and nobody does now')
          : t('MAM’s own broker, started when somebody first listens'),
      );
  }
}
