import type { Settings } from './settings.ts';

/** Where messages about jobs go. */
export type BusTarget =
  | { readonly kind: 'off' }
  | { readonly kind: 'own' }
  | {
      readonly kind: 'external';
      readonly host: string;
      readonly port: number;
      readonly tls: boolean;
      readonly user: string | null;
      /** The variable of the environment that holds the password. */
      readonly passwordVariable: string;
      /** How the names begin by which MAM signs in. */
      readonly clientIdPrefix: string;
      /** Files in PEM; null for none. */
      readonly caFile: string | null;
      readonly certFile: string | null;
      readonly keyFile: string | null;
    };

export function busTargetOf(settings: Settings): BusTarget {
  if (!settings['mam.bus.enabled']) return { kind: 'off' };
  const host = settings['mam.bus.host'].trim();
  if (host === '') return { kind: 'own' };
  const tls = settings['mam.bus.tls'];
  return {
    kind: 'external',
    host,
    port: settings['mam.bus.port'] || (tls ? 8883 : 1883),
    tls,
    user: settings['mam.bus.user'] || null,
    passwordVariable: settings['mam.bus.passwordVariable'],
    clientIdPrefix: settings['mam.bus.clientIdPrefix'],
    caFile: settings['mam.bus.caFile'] || null,
    certFile: settings['mam.bus.certFile'] || null,
    keyFile: settings['mam.bus.keyFile'] || null,
  };
}

/** The name by which one client of MAM signs in; `id` tells it from the others. */
export const clientName = (target: BusTarget, id: string): string =>
  `${target.kind === 'external' ? target.clientIdPrefix : 'mam'}-${id}`;

/** What a cursor counts for: another broker was told nothing yet. */
export const targetKey = (target: BusTarget): string =>
  target.kind === 'external' ? `${target.host}:${target.port}` : target.kind;
