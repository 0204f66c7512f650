import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startAnthropicServer } from '../fixtures/model-servers/anthropic.ts';
import { startOpenaiServer } from '../fixtures/model-servers/openai.ts';
import type { ModelServer } from '../fixtures/model-servers/serve.ts';

export interface ModelServers {
  readonly openai: ModelServer;
  readonly anthropic: ModelServer;
  close(): Promise<void>;
}

/** Scripted models for codex and claude on 127.0.0.1. What they answer stands in the prompt: see `findScript`. */
export async function startModelServers(): Promise<ModelServers> {
  const [openai, anthropic] = await Promise.all([startOpenaiServer(), startAnthropicServer()]);
  return { openai, anthropic, close: async () => void (await Promise.all([openai.close(), anthropic.close()])) };
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
  };
  return { env, home, dispose: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }) };
}

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
daemon_auto_start = false
`;
