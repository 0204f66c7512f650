import { problem } from '../../base/problem.ts';
import { exit } from '../cli.ts';
import { fail, words } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const evidence: Verb = {
  name: 'evidence',
  summary: 'Check that nobody rewrote the log, its seals or the evidence files made from it',
  positional: 'verify',
  positionals: [1, 1],
  options: { json },
  run: async (cli, call) => {
    if (call.positionals[0] !== 'verify')
      return fail(
        cli,
        problem('cli.argumentExtra', 'mam {verb} has no use for {word}. See mam {verb} --help.', {
          verb: 'evidence',
          word: call.positionals[0] ?? '',
        }),
        exit.usage,
      );
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const found = await app.verify();
      const { terminal, t } = cli;
      if (call.flag('json')) {
        terminal.out(JSON.stringify(found));
        return found.ok ? exit.done : exit.blocked;
      }
      terminal.out(t('Events: {count}', { count: found.events }));
      terminal.out(t('Head: {head}', { head: found.head }));
      if (found.seals.length === 0) terminal.out(t('Seals: none'));
      for (const seal of found.seals)
        terminal.out(
          seal.ok
            ? terminal.paint.good(t('Seal {name}: ok', { name: seal.name }))
            : terminal.paint.bad(t('Seal {name}: does not match', { name: seal.name })),
        );
      if (found.brokenAt !== null)
        terminal.out(terminal.paint.bad(t('First broken event: {seq}', { seq: found.brokenAt })));
      const bound = found.files.filter((file) => file.verdict === 'same').length;
      terminal.out(
        t('Evidence files as the log gives them: {count} of {all}', { count: bound, all: found.files.length }),
      );
      for (const file of found.files)
        if (file.verdict === 'differs') terminal.out(terminal.paint.bad(t('Edited: {file}', { file: file.path })));
      if (found.problem) terminal.out(words(cli, found.problem));
      terminal.out(
        found.ok
          ? terminal.paint.good(t('The log is whole.'))
          : terminal.paint.bad(
              found.problem?.code === 'evidence.fileDiffers'
                ? t('The log is whole; files made from it are not.')
                : t('The log is not what it was.'),
            ),
      );
      return found.ok ? exit.done : exit.blocked;
    });
  },
};
