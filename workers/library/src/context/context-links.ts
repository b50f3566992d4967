import { LIMITS } from '@cairn/contract/limits'
import { parsePointer } from '@cairn/contract/pointer'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { type LinkedDocument, readLinks } from '@cairn/memory-store/document-links'
import type { Namespace } from '@cairn/memory-store/namespace'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { pointerNumber, pointersOf } from '../documents/answer-line.ts'

interface LinksAsked {
  /** The best first. */
  readonly pointers: readonly string[]
  readonly linking: readonly string[]
  readonly readable: readonly string[]
}

/**
 * The documents that links lead to from the documents of found passages, each once, from the first passage that leads there: at most
 * 20 of them, with as many of their pointers as one `fetch-content` takes. A pointer of nothing leads nowhere.
 */
export async function contextLinks(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  return { body: { links: namespace === null ? [] : await linksIn(call, namespace) } }
}

interface Link extends LinkedDocument {
  readonly from: string
}

async function linksIn({ body, bindings }: Call<LibraryBindings>, namespace: Namespace): Promise<object[]> {
  const { pointers, linking, readable } = body as LinksAsked
  const places = pointers.flatMap((pointer) => {
    const ref = parsePointer(pointerNumber(namespace), pointer)
    return ref === null ? [] : [{ pointer, ref }]
  })
  const lists = await readLinks(bindings.memory, {
    ns: namespace.ns,
    refs: places.map(({ ref }) => ref),
    linking,
    readable,
    limit: LIMITS.contextLinksMax,
  })
  const links = lists.flatMap((list, place) =>
    list.map((document): Link => ({ ...document, from: places[place]!.pointer })),
  )
  const led = eachOnce(links).slice(0, LIMITS.contextLinksMax)
  const share = Math.floor(LIMITS.refsMax / Math.max(1, led.length))
  return led.map(({ from, ...document }) => ({
    from,
    pointers: pointersOf(namespace, { ...document, passages: Math.min(document.passages, share) }),
  }))
}

function eachOnce(links: readonly Link[]): Link[] {
  const byName = Map.groupBy(links, ({ source, id }) => `${source}/${id}`)
  return [...byName.values()].map(([first]) => first!)
}
