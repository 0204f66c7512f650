import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startAnthropicServer } from '../fixtures/model-servers/anthropic.ts';
import { startGeminiServer } from '../fixtures/model-servers/gemini.ts';
import { startOpenaiServer } from '../fixtures/model-servers/openai.ts';
import type { ModelServer } from '../fixtures/model-servers/serve.ts';

export interface ModelServers {
  readonly openai: ModelServer;
  readonly anthropic: ModelServer;
  readonly gemini: ModelServer;
  close(): Promise<void>;
}

/** Scripted models for the real CLIs on 127.0.0.1; opencode talks to claude's. What they answer stands in the prompt: see `findScript`. */
export async function startModelServers(): Promise<ModelServers> {
  const [openai, anthropic, gemini] = await Promise.all([
    startOpenaiServer(),
    startAnthropicServer(),
    startGeminiServer(),
  ]);
  const close = async (): Promise<void> =>
    void (await Promise.all([openai.close(), anthropic.close(), gemini.close()]));
  return { openai, anthropic, gemini, close };
}

export interface AgentEnvironment {
  /** A host's environment in which the pinned CLIs are found and talk to the scripted models. */
  readonly env: Readonly<Record<string, string>>;
  /** Home of the CLIs, to be looked into. */
  readonly home: string;
  dispose(): void;
}

/**
 * An environment for the real CLIs: own home, no retries, no traffic to anywhere else. TMPDIR is a folder of
 * its own beside CODEX_HOME: below TMPDIR codex refuses its helpers, and its sandbox can't write.
 */
export function agentEnvironment(servers: ModelServers): AgentEnvironment {
  const home = mkdtempSync(join(tmpdir(), 'mam-agents-'));
  const folder = (name: string): string => {
    mkdirSync(join(home, name));
    return join(home, name);
  };
  const codexHome = folder('codex');
  writeFileSync(join(codexHome, 'config.toml'), codexSettings(servers.openai.url));
  writeFileSync(join(folder('.gemini'), 'settings.json'), JSON.stringify(geminiSettings));
  const env = {
    PATH: [
      join(import.meta.dirname, 'node_modules/.bin'),
      dirname(process.execPath),
      '/usr/local/bin',
      '/usr/bin',
      '/bin',
    ].join(':'),
    HOME: home,
    USER: 'tester',
    LANG: 'C.UTF-8',
    TMPDIR: folder('tmp'),
    CODEX_HOME: codexHome,
    OPENAI_API_KEY: 'sk-scripted',
    CLAUDE_CONFIG_DIR: folder('claude'),
    ANTHROPIC_BASE_URL: servers.anthropic.url,
    ANTHROPIC_API_KEY: 'sk-ant-scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: '0',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: servers.gemini.url,
    OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeSettings(servers.anthropic.url)),
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  };
  return { env, home, dispose: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }) };
}

const geminiSettings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false, maxAttempts: 1 },
  privacy: { usageStatisticsEnabled: false },
};

const opencodeSettings = (url: string): object => ({
  provider: {
    scripted: {
      npm: '@ai-sdk/anthropic',
      options: { baseURL: `${url}/v1`, apiKey: 'scripted' },
      models: { scripted: { name: 'Scripted' } },
    },
  },
  model: 'scripted/scripted',
  small_model: 'scripted/scripted',
  share: 'disabled',
});

const codexSettings = (url: string): string => `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
request_max_retries = 0
stream_max_retries = 0
[sandbox_workspace_write]
exclude_slash_tmp = true
exclude_tmpdir_env_var = true
[analytics]
enabled = false
[features]
plugins = false
apps = false
unbounded_connection_retries = false
`;
