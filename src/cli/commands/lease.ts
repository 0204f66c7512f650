import { problem } from '../../base/problem.ts';
import { exit, type Cli } from '../cli.ts';
import { borrowLease } from '../lease/borrow.ts';
import { listLeases } from '../lease/list.ts';
import { recoverLease } from '../lease/recover.ts';
import { renewLease } from '../lease/renew.ts';
import { returnLease } from '../lease/return.ts';
import { takeOverLease } from '../lease/takeOver.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';

const actions: Readonly<Record<string, (cli: Cli, call: Call) => Promise<number>>> = {
  list: listLeases,
  renew: renewLease,
  borrow: borrowLease,
  return: returnLease,
  recover: recoverLease,
  'take-over': takeOverLease,
};

export const lease: Verb = {
  name: 'lease',
  summary: 'List the write leases, or act on one: renew, borrow, recover …',
  positional: '[ACTION [LEASE]]',
  words: Object.keys(actions),
  positionals: [0, 2],
  options: {
    agent: { kind: 'text', value: 'A', summary: 'borrow: the agent that writes with it', words: 'agents' },
    token: {
      kind: 'text',
      value: 'TOKEN',
      summary: 'borrow, return: what gives it back; borrow makes one up without it',
    },
    'allow-recovery': { kind: 'flag', value: '', summary: 'borrow: also one that needs recovery' },
    release: { kind: 'flag', value: '', summary: 'recover: free the files of a worktree that is gone' },
    rescue: { kind: 'flag', value: '', summary: 'recover: keep a copy of what is there, then free the files' },
    inspect: { kind: 'flag', value: '', summary: 'recover: look at the worktree once more' },
    json,
  },
  run: async (cli, call) => {
    const [name = 'list'] = call.positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action) return action(cli, call);
    return fail(
      cli,
      problem('cli.badAction', 'mam {verb} can’t {action}. It knows: {known}.', {
        verb: 'lease',
        action: name,
        known: Object.keys(actions).join(', '),
      }),
      exit.usage,
    );
  },
};
