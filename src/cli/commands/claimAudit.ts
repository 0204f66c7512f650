import { problem } from '../../base/problem.ts';
import { err, ok } from '../../base/result.ts';
import { auditClaim } from '../../core/claim/auditClaim.ts';
import { classify } from '../../core/surface/classify.ts';
import { fileOptions, readChangedFiles, readInput } from '../fileFlags.ts';
import { reportOptions, runReport } from '../findingsReport.ts';
import { surfaceData, surfaceFacts } from '../surfaceFacts.ts';
import type { Verb } from '../verb.ts';

export const claimAudit: Verb = {
  name: 'claim-audit',
  summary: 'Say what a text claims that the change does not show',
  positional: '[FILE]',
  positionals: [0, 1],
  options: {
    'claim-text': { kind: 'text', value: 'FILE', summary: 'The text, another way to name it' },
    ...fileOptions,
    ...reportOptions,
  },
  run: (cli, call) =>
    runReport(cli, call, async (look) => {
      const given = call.positionals[0] ?? call.text('claim-text');
      if (given === null)
        return err(problem('cli.noText', 'No text was named. Name its file: mam claim-audit FILE --from-git.'));
      const text = await readInput(cli, look, '--claim-text', given);
      if (!text.ok) return text;
      const changed = await readChangedFiles(cli, look, call);
      if (!changed.ok) return changed;
      const { settings } = look;
      const surface = classify(changed.value.files, settings['mam.surfaces'], settings['mam.loadBearing']);
      const findings = auditClaim(text.value ?? '', surface, Object.values(settings['mam.claims.words']));
      return ok({
        title: 'Claim Audit',
        facts: [
          { name: 'text', value: look.privacy.displayPath(given) },
          ...surfaceFacts(changed.value.files, surface),
        ],
        findings,
        data: {
          text: given,
          files: changed.value.files,
          ...surfaceData(surface),
          result: findings.length > 0 ? 'fail' : 'pass',
        },
      });
    }),
};
