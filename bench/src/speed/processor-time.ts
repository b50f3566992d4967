import { readdirSync, readFileSync } from 'node:fs'

/** A tick of `/proc`, in milliseconds. */
const TICK_MS = 10

/** Milliseconds of processor that the runtimes this process has started took so far; null where the system does not say. */
export function processorTime(): number | null {
  try {
    return childrenOf(process.pid)
      .map((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8'))
      .filter((stat) => stat.includes('(workerd)'))
      .reduce((sum, stat) => sum + ticksOf(stat) * TICK_MS, 0)
  } catch {
    return null
  }
}

function childrenOf(pid: number): string[] {
  const tasks = readdirSync(`/proc/${pid}/task`)
  return tasks.flatMap(
    (task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').match(/\d+/g) ?? [],
  )
}

/** User and system ticks: the 12th and 13th field after the name. */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}
