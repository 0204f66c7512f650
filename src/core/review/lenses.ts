import { shipGateOf } from '../topology/shipGate.ts';
import type { Role, Topology } from '../topology/types.ts';

export const lensIds = ['correctness', 'tests', 'security', 'performance', 'simplicity'] as const;
export type LensId = (typeof lensIds)[number];

/** Ways of looking at a change that a reviewer of its own can be asked for: the name of its seat, and what it looks for. */
const lenses: Readonly<Record<LensId, Pick<Role, 'name' | 'focus'>>> = {
  correctness: {
    name: 'Correctness Reviewer',
    focus: 'Does the change do what the task asks in every case, errors, limits and concurrent use among them?',
  },
  tests: {
    name: 'Test Reviewer',
    focus: 'Would the tests fail without the change, and is any test weaker than it was?',
  },
  security: {
    name: 'Security Reviewer',
    focus:
      'What could somebody do with hostile input, foreign rights or a leaked secret that they could not do before?',
  },
  performance: {
    name: 'Performance Reviewer',
    focus: 'What becomes slower, larger or blocking, and with how much data does it show?',
  },
  simplicity: {
    name: 'Simplicity Reviewer',
    focus: 'What of the change could be left out, and what is there already that does it?',
  },
};

/** The topology with a required reviewer for each lens. A seat that it has already stays as it is. */
export function withLenses(topology: Topology, wanted: readonly LensId[]): Topology {
  const roles = lensIds
    .filter((id) => wanted.includes(id))
    .map((id): Role => ({
      session: `${id}-reviewer`,
      name: lenses[id].name,
      authority: 'read',
      shipGate: shipGateOf({ authority: 'read', required: 'always' }),
      required: 'always',
      focus: lenses[id].focus,
    }))
    .filter((role) => !topology.roles.some((one) => one.session === role.session));
  return roles.length === 0 ? topology : { ...topology, roles: [...topology.roles, ...roles] };
}
