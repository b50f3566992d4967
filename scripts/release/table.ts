import type { Packed } from './pack.ts'

/** Names, versions and sizes, for a person to look over. */
export function packageTable(packages: readonly Packed[]): string {
  const rows = packages.map(({ name, version, bytes, files }) => [
    name,
    version,
    `${(bytes / 1024).toFixed(1)} KB`,
    `${files.length} files`,
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(([name, ...others]) =>
      [name!.padEnd(widths[0]!), ...others.map((cell, index) => cell.padStart(widths[index + 1]!))].join(
        '  ',
      ),
    )
    .join('\n')
}
