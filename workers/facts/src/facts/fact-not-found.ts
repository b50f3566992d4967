import { Problem } from '@cairn/http-kernel/problem'

/** Nothing holds, or was ever stated, at a slug at the moment asked for. */
export function factNotFound(): Problem {
  return new Problem(
    'fact_not_found',
    'No fact holds at this slug at the moment asked for. Its history, or a list by `prefix`, may tell what was stated.',
  )
}
