import type { DocumentVerdict } from './verdict.ts'

/** The verdicts as JUnit XML, one test case a document, as build servers read it. */
export function junitReport(verdicts: readonly DocumentVerdict[]): string {
  const failures = verdicts.filter(({ isValid }) => !isValid).length
  const counts = `tests="${verdicts.length}" failures="${failures}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="cairn validate" ${counts}>`,
    `  <testsuite name="cairn validate" ${counts}>`,
    ...verdicts.flatMap(caseLines),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function caseLines({ name, judgedAs, isValid, findings, why }: DocumentVerdict): string[] {
  const head = `    <testcase name="${xml(name)}" classname="${xml(judgedAs ?? 'unknown')}"`
  if (isValid) return [`${head}/>`]
  const fatal = findings.filter(({ isFatal }) => isFatal)
  const lines = fatal.map(
    ({ pointer, rule, authority, message }) =>
      `${pointer || '(the whole document)'} ${rule} (${authority}): ${message}`,
  )
  const message = why ?? `${fatal.length} ${fatal.length === 1 ? 'finding' : 'findings'}`
  return [
    `${head}>`,
    `      <failure message="${xml(message)}">${xml(lines.join('\n'))}</failure>`,
    '    </testcase>',
  ]
}

/** Text for XML 1.0: what has a meaning there is named, what it cannot hold at all is left out. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
