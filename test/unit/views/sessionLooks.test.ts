import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { agentSessionsView, liveWords } from '../../../src/app/views/agentSessions.ts';
import { inboxView } from '../../../src/app/views/inbox.ts';
import { createKept } from '../../../src/app/views/kept.ts';
import type { TreeNode } from '../../../src/app/views/treeNode.ts';
import type { ViewContext } from '../../../src/app/views/viewContext.ts';
import { Rows } from '../../../src/vscode/views/rows.ts';
import { CoreWorld } from '../../builders/core.ts';
import { actDelegated, delegatedActions } from '../../builders/delegatedActions.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';
import { aScene, reader } from '../../builders/scene.ts';

const readerOf = (world: CoreWorld): ViewContext =>
  reader({ now: () => world.at, age: (iso) => Date.parse(world.at) - Date.parse(iso) });

const sceneOf = (world: CoreWorld) => aScene(world.state, { awakeMs: world.awakeMs });

const idsOf = (nodes: readonly TreeNode[]): readonly string[] =>
  nodes.flatMap(({ id, children }) => [id, ...idsOf(children)]);

describe('rows of agent sessions that are kept', () => {
  it('say the same as rows that are made anew, whatever happens and however time passes', () => {
    fc.assert(
      fc.property(fc.array(delegatedActions, { minLength: 5, maxLength: 60 }), (actions) => {
        const world = new CoreWorld();
        const drawn = { ...readerOf(world), kept: createKept() };
        const rows = new Rows();
        for (const action of actions) {
          actDelegated(world, action);
          const anew = agentSessionsView(readerOf(world), sceneOf(world));
          const scene = sceneOf(world);
          assert.deepEqual(agentSessionsView(drawn, scene), anew);
          assert.deepEqual(inboxView(drawn, scene), inboxView(readerOf(world), sceneOf(world)));
          assert.equal(liveWords(drawn, scene), liveWords(readerOf(world), sceneOf(world)));
          rows.update(agentSessionsView(drawn, scene));
          const shown = (all: typeof rows.roots): readonly string[] =>
            all.flatMap(({ node, children }) => [node.id, ...shown(children)]);
          assert.deepEqual(shown(rows.roots), idsOf(anew));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are drawn again for what changed alone: of 1,000 at ten changes a second, ten rows', () => {
    const world = new DelegatedWorld();
    for (let n = 0; n < 1000; n += 1) world.session(`s${n}`);
    const drawn = { ...readerOf(world), kept: createKept() };
    const rows = new Rows();
    const draw = (): readonly string[] | 'all' => {
      const change = rows.update(agentSessionsView(drawn, sceneOf(world)));
      return change === 'all' ? 'all' : change.map(({ node }) => node.id);
    };
    assert.equal(draw(), 'all');
    const [unmoved] = rows.roots;
    const before = unmoved?.node;
    const redrawn = Array.from({ length: 10 }, (_, n) => {
      world.see('hook', { kind: 'working' }, `s${n * 7 + 1}`);
      return draw();
    });
    assert.deepEqual(
      redrawn,
      Array.from({ length: 10 }, (_, n) => [`agent:s${n * 7 + 1}`]),
    );
    assert.equal(rows.roots[0]?.node, before, 'a row that says the same is not even made again');
    assert.deepEqual(draw(), []);
  });
});
