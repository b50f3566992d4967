/** Names the receipt of a write whose body is the document itself; nothing where nothing was written. */
export function receiptHeader(receipt: string | null): { readonly Receipt?: string } {
  return receipt === null ? {} : { Receipt: receipt }
}
