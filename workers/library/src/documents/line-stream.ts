/**
 * Pages of values as a stream of NDJSON. The next page is asked for while less than 4 MiB wait to be read, so a client may send
 * all before it reads anything, and memory stays bounded. Cancelling ends the pages.
 */
export function lineStream(pages: AsyncGenerator<readonly unknown[]>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pages.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value.map((line) => `${JSON.stringify(line)}\n`).join('')))
      },
      async cancel() {
        await pages.return(undefined)
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES_MAX }),
  )
}

const WAITING_BYTES_MAX = 4 * 1024 * 1024
const encoder = new TextEncoder()
