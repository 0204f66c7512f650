import { problem } from '../../../base/problem.ts';
import { whenExecuting, type TickRule } from '../rule.ts';

/** Every required seat passed exactly this commit. A seat that never saw it did not pass it. */
export const roles: TickRule = (scene) => {
  const open = scene.roles.filter((one) => !one.ok);
  const missing = open.map(({ role, status }) =>
    problem(
      'tick.roleNotPassed',
      '{role} has not passed what {branch} is at: {status}. Run the task until it is reviewed, then tick again.',
      { role, status, branch: scene.facts.branch },
    ),
  );
  const { run, facts } = scene;
  // Whoever reviewed it sat in other seats, so running the task again would not help.
  if (run && missing.length > 0 && run.options.topology.id !== facts.topology.id)
    missing.push(
      problem(
        'tick.otherTopology',
        '{task} was reviewed with {reviewed}, and this tick asks the roles of {topology}. Choose the other one with --topology {reviewed}.',
        { task: run.task.id, reviewed: run.options.topology.id, topology: facts.topology.id },
      ),
    );
  const passed = scene.roles.filter((one) => one.ok).map((one) => one.role);
  return {
    ...whenExecuting(scene, missing),
    evidence: passed.length > 0 ? [problem('tick.rolesPassed', 'Passed: {roles}.', { roles: passed.join(', ') })] : [],
  };
};
