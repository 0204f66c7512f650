import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { startHost } from '../fixture.ts';
import { makeQueue, untilStatus } from '../repositories.ts';

describe('a window in Korean', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('speaks Korean in the manifest, the trees, the status bar and the pages', async () => {
    const repository = join(folder(), 'shop');
    makeQueue(repository, { id: 'T-2026-0001', claims: '`a.txt`' });
    const host = await startHost({ workspace: repository, locale: 'ko' });
    try {
      await host.openContainer('MAM');
      await host.tree('대기열').row('준비됨').waitFor();
      await untilStatus(host, 'MAM: 준비됨', 30_000);
      await host.page.getByRole('button', { name: '시작', exact: true }).first().waitFor();
      await host.runCommand('MAM: 대시보드 열기');
      await host.webview().getByRole('tab', { name: '보드' }).waitFor();
      await host.runCommand('MAM: 시작');
      await host.page.getByPlaceholder('Enter를 누르면').waitFor();
    } finally {
      await host.stop();
    }
  });
});
