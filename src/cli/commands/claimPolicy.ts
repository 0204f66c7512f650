import { ok } from '../../base/result.ts';
import { claimPolicy as policyOf } from '../../core/claim/policy.ts';
import { classify } from '../../core/surface/classify.ts';
import { fileOptions, readChangedFiles } from '../fileFlags.ts';
import { reportOptions, runReport } from '../findingsReport.ts';
import { surfaceData, surfaceFacts } from '../surfaceFacts.ts';
import type { Verb } from '../verb.ts';

export const claimPolicy: Verb = {
  name: 'claim-policy',
  summary: 'Say what may be claimed about a change',
  positional: '',
  positionals: [0, 0],
  options: { ...fileOptions, ...reportOptions },
  run: (cli, call) =>
    runReport(cli, call, async (look) => {
      const changed = await readChangedFiles(cli, look, call);
      if (!changed.ok) return changed;
      const { settings } = look;
      const surface = classify(changed.value.files, settings['mam.surfaces'], settings['mam.loadBearing']);
      const rules = policyOf(surface, Object.values(settings['mam.claims.words']));
      const kinds = (allowed: 'never' | 'proven'): string =>
        rules
          .filter((rule) => rule.allowed === allowed)
          .map((rule) => `${rule.kind} (${rule.words.join(', ')})`)
          .join('; ') || '-';
      return ok({
        title: 'Claim Policy',
        facts: [
          ...surfaceFacts(changed.value.files, surface),
          { name: 'proven', value: kinds('proven') },
          { name: 'never', value: kinds('never') },
        ],
        findings: [],
        data: { files: changed.value.files, ...surfaceData(surface), policy: rules },
      });
    }),
};
