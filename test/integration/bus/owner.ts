// A host as a process of its own, so that a test can kill it: `owner.ts ROOT SETTINGS`. Says `owner` once it is one.
import { hostEnvironment, tryOpen } from '../app/support.ts';
import { settingsWith } from '../../builders/settings.ts';

const passwordOf = ({ TEST_PASSWORD: password }: NodeJS.ProcessEnv): Record<string, string> =>
  password === undefined ? {} : { TEST_PASSWORD: password };

const [root = '', settings = '{}'] = process.argv.slice(2);
const opened = await tryOpen(root, () => settingsWith(JSON.parse(settings)), {
  ...hostEnvironment(root),
  ...passwordOf(process.env),
});
if (!opened.ok) throw new Error(opened.error.code);
const app = opened.value;
const tell = (): void => {
  if (app.role === 'owner') process.stdout.write('owner\n');
};
tell();
app.onDidChange(tell);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
