import { ok } from '../../base/result.ts';
import { classify } from '../../core/surface/classify.ts';
import { fileOptions, readChangedFiles } from '../fileFlags.ts';
import { reportOptions, runReport } from '../findingsReport.ts';
import { surfaceData, surfaceFacts } from '../surfaceFacts.ts';
import type { Verb } from '../verb.ts';

export const classifySurface: Verb = {
  name: 'classify-surface',
  summary: 'Say what kinds of places a change touches',
  positional: '',
  positionals: [0, 0],
  options: { ...fileOptions, ...reportOptions },
  run: (cli, call) =>
    runReport(cli, call, async (look) => {
      const changed = await readChangedFiles(cli, look, call);
      if (!changed.ok) return changed;
      const { settings } = look;
      const surface = classify(changed.value.files, settings['mam.surfaces'], settings['mam.loadBearing']);
      return ok({
        title: 'Surface',
        facts: surfaceFacts(changed.value.files, surface),
        findings: [],
        data: { files: changed.value.files, ...surfaceData(surface) },
      });
    }),
};
