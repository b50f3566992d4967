/** The playbooks an answer may point at. */
export const RESOLUTION_CODES = [
  'LowCoverage',
  'EmptyResult',
  'Timeout',
  'SessionNotFound',
  'FactNotFound',
  'PointerGone',
  'BudgetTooSmall',
] as const

/** The code of a playbook; its bootstrap topic is `resolution:<Code>`. */
export type ResolutionCode = (typeof RESOLUTION_CODES)[number]

/** The pointer printed as `next.resolution_pointer`. */
export function resolutionPointer(code: ResolutionCode): string {
  return `__bootstrap__::resolution:${code}`
}
