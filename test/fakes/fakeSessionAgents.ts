import type { Launch, LaunchWish, SessionAgents } from '../../src/app/ports/sessionAgents.ts';
import type { Problem } from '../../src/base/problem.ts';
import { err, ok, type Result } from '../../src/base/result.ts';

/** Agents that are started with what was wished for as their arguments. */
export class FakeSessionAgents implements SessionAgents {
  readonly wishes: LaunchWish[] = [];
  refusal: Problem | null = null;
  #conversations = 0;

  newConversation(): Result<string | null, Problem> {
    return ok(`conversation-${(this.#conversations += 1)}`);
  }

  async launch(wish: LaunchWish): Promise<Result<Launch, Problem>> {
    this.wishes.push(wish);
    if (this.refusal) return err(this.refusal);
    return ok({ argv: [wish.agent, wish.resume ? '--resume' : '--new', wish.conversation ?? ''], env: wish.env });
  }
}
