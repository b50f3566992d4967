import { startCairn } from '@cairn/test-kit/start-cairn'

const FAR = 9e15

/** A namespace whose lease is never given back: when it refuses writers, and how soon it takes them again once it is. */
export async function backlogRecovery(): Promise<[string, string][]> {
  const cairn = await startCairn()
  try {
    const speaker = await cairn.as('backlog')
    await speaker.json('PUT', '/v1/sources/s', { body: {} })
    const db = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
    await db.prepare('UPDATE namespace SET merge_until = ?1').bind(FAR).run()
    const add = (n: number) =>
      speaker.json('POST', '/v1/sources/s/documents', { body: { id: `d${n}`, text: `document ${n}` } })
    let taken = 0
    while ((await add(taken)).status === 200) taken += 1
    const refused = await add(taken)
    await db.prepare('UPDATE namespace SET merge_until = 0').run()
    const started = performance.now()
    while ((await speaker.json('POST', '/v1/maintenance/step')).body.more);
    const again = (await add(taken)).status
    const ms = Math.round(performance.now() - started)
    return [
      ['commits taken where nothing merges', `${taken}, then ${refused.status} ${refused.body.code}`],
      [
        'taken again',
        `${again} after ${ms} ms of steps (Retry-After: ${refused.headers.get('retry-after')})`,
      ],
    ]
  } finally {
    await cairn.stop()
  }
}
