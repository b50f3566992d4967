/**
 * The call that reads the same things in full, as `next.expand` prints it: it works when sent as printed. `path` is the address
 * without a query; what the question said of namespace, moment and page stays, but for a cursor given here.
 */
export function expandCall(path: string, asked: URLSearchParams, cursor: string | null = null): string {
  const query = new URLSearchParams(asked)
  query.set('hydrate', 'full')
  if (cursor !== null) query.set('cursor', cursor)
  return `GET ${path}?${query}`
}
