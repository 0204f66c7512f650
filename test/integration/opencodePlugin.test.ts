import assert from 'node:assert/strict';
import { guardPlugin } from '../../src/adapters/agents/opencode/plugin.ts';

describe('The plugin by which opencode asks the hook', () => {
  /** What the plugin makes of an answer of the hook: null lets the call pass, else why not. */
  const answered = async (guard: string): Promise<string | null> => {
    const source = `data:text/javascript,${encodeURIComponent(guardPlugin(guard))}`;
    const { MamGuard } = await import(source);
    const hooks = await MamGuard({ directory: '/tmp' });
    return hooks['tool.execute.before']({ tool: 'write' }, { args: { filePath: 'x' } }).then(
      () => null,
      (error: Error) => error.message,
    );
  };

  it('lets pass what the hook lets pass, and refuses everything else', async () => {
    assert.equal(await answered('cat > /dev/null'), null);
    assert.equal(await answered(`cat > /dev/null; echo '{"reason":"outside"}'`), 'outside');
    assert.match((await answered('cat > /dev/null; echo broken >&2; exit 2')) ?? '', /broken/);
    assert.match((await answered('cat > /dev/null; kill -9 $$')) ?? '', /so it is refused/);
    assert.notEqual(await answered('cat > /dev/null; echo no json'), null);
  });
});
