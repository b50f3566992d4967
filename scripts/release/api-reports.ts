import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import type { Packed } from './pack.ts'

/** The public surface of one subpath, as text that is reviewed when it changes. */
export interface ApiReport {
  /** Where it is kept: `packages/<package>/api/<subpath>.api.md`. */
  readonly file: string
  readonly text: string
}

/** The reports of a package, made from the declarations that strangers get. */
export function apiReports(packed: Packed, folder: string): ApiReport[] {
  const entries = entryPoints(packed)
  if (entries.length === 0) return []
  const into = path.join(folder, 'api', path.basename(packed.unpacked))
  mkdirSync(into, { recursive: true })
  const declarations = entries.map(({ declaration }) => declaration)
  const configs = entries.map((entry) => ({ entry, config: configOf(packed, { entry, into, declarations }) }))
  const compilerState = CompilerState.create(configs[0]!.config, { additionalEntryPoints: declarations })
  return configs.map(({ entry: { name }, config }) => {
    Extractor.invoke(config, {
      compilerState,
      localBuild: true,
      messageCallback: (message) => {
        message.handled = true
      },
    })
    return { file: path.join(packed.folder, 'api', name), text: readFileSync(path.join(into, name), 'utf8') }
  })
}

/** The files of reports that are kept for a package and say something else, are missing, or are of a subpath that is gone. */
export function changedReports(packed: Packed, reports: readonly ApiReport[]): string[] {
  const kept = keptReports(packed)
  const made = new Map(reports.map(({ file, text }) => [file, text]))
  const all = new Set([...kept, ...made.keys()])
  return [...all]
    .filter((file) => !kept.includes(file) || readFileSync(file, 'utf8') !== made.get(file))
    .sort()
}

/** Keeps reports as what is agreed on. */
export function keepReports(packed: Packed, reports: readonly ApiReport[]): void {
  for (const file of keptReports(packed)) rmSync(file)
  if (reports.length > 0) mkdirSync(path.join(packed.folder, 'api'), { recursive: true })
  for (const { file, text } of reports) writeFileSync(file, text)
}

function keptReports({ folder }: Packed): string[] {
  const api = path.join(folder, 'api')
  if (!existsSync(api)) return []
  return readdirSync(api)
    .filter((name) => name.endsWith('.api.md'))
    .map((name) => path.join(api, name))
}

/** What a subpath declares, and the name of its report. */
interface EntryPoint {
  readonly declaration: string
  readonly name: string
}

function entryPoints({ manifest, unpacked }: Packed): EntryPoint[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
    if (typeof target === 'string' || target.types === undefined || subpath.includes('*')) return []
    const stem = subpath === '.' ? 'index' : subpath.slice(2).replaceAll('/', '-')
    return [{ declaration: path.join(unpacked, target.types), name: `${stem}.api.md` }]
  })
}

interface Extraction {
  readonly entry: EntryPoint
  readonly into: string
  /** Those of every subpath: one compilation reads them all. */
  readonly declarations: readonly string[]
}

function configOf(packed: Packed, { entry, into, declarations }: Extraction): ExtractorConfig {
  return ExtractorConfig.prepare({
    packageJsonFullPath: path.join(packed.unpacked, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: packed.unpacked,
      mainEntryPointFilePath: entry.declaration,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions: COMPILER, files: declarations } },
      apiReport: { enabled: true, reportFolder: into, reportTempFolder: into, reportFileName: entry.name },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: QUIET,
        compilerMessageReporting: QUIET,
        tsdocMessageReporting: QUIET,
      },
    },
  })
}

const QUIET = { default: { logLevel: ExtractorLogLevel.None } }
const COMPILER = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  preserveSymlinks: true,
}
