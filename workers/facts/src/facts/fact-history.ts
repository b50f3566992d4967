import type { Call, Reply } from '@cairn/http-kernel/call'
import type { FactsBindings } from '../bindings.ts'
import { readHistoryPage } from './history-page.ts'
import { pageReply } from './page-reply.ts'

/** Reads everything that was ever stated at a slug, newest first (`GET /v1/facts/{entity}/{key}/history`). */
export async function factHistory(call: Call<FactsBindings>): Promise<Reply> {
  const page = await readHistoryPage(call)
  return pageReply(call, { ...page, path: `/v1/facts/${page.slug}/history` })
}
