import { createPrivacy, type Privacy } from '../core/privacy/privacy.ts';
import type { Settings } from '../protocol/settings.ts';

/** The privacy of the settings as they are now; the same object as long as they say the same. */
export function createPrivacySource(settings: () => Settings, root: string): () => Privacy {
  let known: { readonly key: string; readonly privacy: Privacy } | null = null;
  return () => {
    const now = settings();
    const config = {
      labels: now['mam.privacy.labels'],
      paths: now['mam.privacy.paths'],
      emails: now['mam.privacy.emails'],
      root,
    };
    const key = JSON.stringify(config);
    if (known?.key !== key) known = { key, privacy: createPrivacy(config) };
    return known.privacy;
  };
}
