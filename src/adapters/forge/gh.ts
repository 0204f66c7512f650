import type { Forge } from '../../app/ports/forge.ts';
import { because, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { PullRequest } from '../../core/overlap/types.ts';
import {
  changedFile,
  issue,
  issues,
  mostFiles,
  pullRequestFields,
  pullRequestFiles,
  pullRequests,
} from '../../protocol/forge/ghReplies.ts';
import { createGhCalls, parseReply, type GhDeps } from './ghCalls.ts';
import * as problems from './problems.ts';

/** Pull requests that are asked for at once. gh stops at 30 unless told; a list that is as long as this may not be whole. */
const most = 5000;
/** Newest issues that are searched for one: it was asked for a moment ago. */
const mostIssues = 100;
const noSuchIssue = /could not resolve to an issue/i;

/** GitHub by its own command line program. */
export function createGhForge(deps: GhDeps): Forge {
  const gh = createGhCalls(deps);

  async function list(action: string, filter: readonly string[]): Promise<Result<readonly PullRequest[], Problem>> {
    const args = ['pr', 'list', ...filter, '--limit', String(most), '--json', pullRequestFields];
    const said = await gh(action, args);
    if (!said.ok) return said;
    const parsed = parseReply(action, said.value, pullRequests);
    if (!parsed.ok || parsed.value.length < most) return parsed;
    return err(problems.failed(action, `there are ${most} or more`));
  }

  async function changedFiles(pullRequest: number): Promise<Result<readonly string[], Problem>> {
    const action = `list the files of pull request #${pullRequest}`;
    // `gh pr view --json files` ends at a hundred; one line of JSON for each file can't be split by a name.
    const path = `repos/{owner}/{repo}/pulls/${pullRequest}/files?per_page=100`;
    const said = await gh(action, ['api', '--paginate', path, '--jq', '.[] | [.filename, .previous_filename] | @json']);
    if (!said.ok) return said;
    const files = new Set<string>();
    for (const line of said.value.split('\n').filter((text) => text !== '')) {
      const parsed = parseReply(action, line, changedFile);
      if (!parsed.ok) return parsed;
      for (const name of parsed.value) if (name !== null) files.add(name);
    }
    return ok([...files]);
  }

  return {
    async issue(number) {
      const action = `read issue #${number}`;
      const said = await gh(action, ['issue', 'view', number, '--json', 'state']);
      if (said.ok) return parseReply(action, said.value, issue);
      const { code, params } = said.error;
      return code === 'forge.failed' && noSuchIssue.test(String(params['reason'])) ? ok('absent') : said;
    },
    openPullRequests: () => list('list open pull requests', ['--state', 'open']),
    pullRequestsOf: (branch) => list('list the pull requests of a branch', ['--state', 'all', `--head=${branch}`]),
    dependentsOf: (branch) => list('list the pull requests into a branch', ['--state', 'open', `--base=${branch}`]),
    changedFiles,
    async filesOfOpenPullRequests() {
      const action = 'list the files of open pull requests';
      const said = await gh(action, [
        'pr',
        'list',
        '--state',
        'open',
        '--limit',
        String(most),
        '--json',
        'number,files',
      ]);
      if (!said.ok) return said;
      const parsed = parseReply(action, said.value, pullRequestFiles);
      if (!parsed.ok) return parsed;
      const found: Record<number, readonly string[]> = {};
      for (const { number, files } of parsed.value) {
        const whole = files.length < mostFiles ? ok(files.map((file) => file.path)) : await changedFiles(number);
        if (!whole.ok) return whole;
        found[number] = whole.value;
      }
      return ok(found);
    },
    async findIssue(mark) {
      const action = 'list open issues';
      const args = ['issue', 'list', '--state', 'open', '--limit', String(mostIssues), '--json', 'number,body'];
      const said = await gh(action, args);
      if (!said.ok) return said;
      const parsed = parseReply(action, said.value, issues);
      return parsed.ok ? ok(parsed.value.find(({ body }) => body.includes(mark))?.number ?? null) : parsed;
    },
    async createIssue({ title, body }) {
      const action = 'open an issue';
      const said = await gh(action, ['issue', 'create', `--title=${title}`, `--body=${body}`]);
      if (!said.ok) return said;
      // It prints where the issue is, and nothing else.
      const number = /\/issues\/(\d{1,10})\s*$/.exec(said.value)?.[1];
      return number === undefined ? err(problems.failed(action, because('its answer has another form'))) : ok(number);
    },
  };
}
