import { defaultLabels, defaultPrivatePaths, type PrivacyConfig } from '../../src/core/privacy/config.ts';
import { createPrivacy } from '../../src/core/privacy/privacy.ts';

/** What the settings have when nobody changes them, for the repository that the fakes have. */
export const privacyConfig: PrivacyConfig = {
  labels: defaultLabels,
  paths: defaultPrivatePaths,
  emails: false,
  root: '/repo',
};

export const privacy = createPrivacy(privacyConfig);
