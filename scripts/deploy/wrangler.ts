import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from '../release/run.ts'

/** The account, through wrangler. */
export interface Account {
  /** Who is logged in; throws when nobody is. */
  whoami(): Promise<string>
  databaseId(name: string): Promise<string | null>
  createDatabase(name: string): Promise<void>
  namespaceId(title: string): Promise<string | null>
  createNamespace(title: string): Promise<void>
  migrate(database: string, config: string): Promise<void>
  /** Answers with the addresses at which the Worker is reached. */
  deploy(config: string, secrets: Readonly<Record<string, string>>): Promise<readonly string[]>
}

const QUIET = { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', CI: 'true' }

/** The account that wrangler is logged in to, or that CLOUDFLARE_API_TOKEN opens. */
export function wranglerAccount(): Account {
  return {
    whoami: async () => {
      const { out } = await wrangler('whoami')
      if (/not authenticated/i.test(out))
        throw new Error(
          'wrangler is not logged in: run `pnpm exec wrangler login`, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID',
        )
      return out
    },
    databaseId: async (name) => {
      const { out } = await wrangler('d1', 'list', '--json')
      return listIn<{ name: string; uuid: string }>(out).find((one) => one.name === name)?.uuid ?? null
    },
    createDatabase: async (name) => void (await wrangler('d1', 'create', name)),
    namespaceId: async (title) => {
      const { out } = await wrangler('kv', 'namespace', 'list')
      return listIn<{ title: string; id: string }>(out).find((one) => one.title === title)?.id ?? null
    },
    createNamespace: async (title) => void (await wrangler('kv', 'namespace', 'create', title)),
    migrate: async (database, config) =>
      void (await wrangler('d1', 'migrations', 'apply', database, '--remote', '--config', config)),
    deploy,
  }
}

const wrangler = (...args: string[]) => run('wrangler', args, { env: QUIET })

/** The JSON list in what was printed, whatever stands around it. */
function listIn<T>(printed: string): T[] {
  const start = printed.indexOf('[')
  if (start === -1) throw new Error(`wrangler printed no list:\n${printed.slice(0, 500)}`)
  return JSON.parse(printed.slice(start, printed.lastIndexOf(']') + 1)) as T[]
}

/** Code and secrets go up together, so that no version runs without them; the file with the secrets is removed whatever happens. */
async function deploy(config: string, secrets: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-deploy-'))
  try {
    const [secretsFile, outputFile] = ['secrets.json', 'output.ndjson'].map((name) =>
      path.join(folder, name),
    ) as [string, string]
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
    const withSecrets = Object.keys(secrets).length > 0 ? ['--secrets-file', secretsFile] : []
    await run('wrangler', ['deploy', '--config', config, ...withSecrets], {
      env: { ...QUIET, WRANGLER_OUTPUT_FILE_PATH: outputFile },
    })
    return targetsIn(readFileSync(outputFile, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function targetsIn(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; targets?: string[] })
    .flatMap(({ type, targets }) => (type === 'deploy' ? (targets ?? []) : []))
}
