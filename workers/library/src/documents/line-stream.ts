/** Pages of values as a stream of NDJSON. */
export function lineStream(pages: AsyncGenerator<readonly unknown[]>): ReadableStream<Uint8Array> {
  return textStream(written(pages))
}

async function* written(pages: AsyncGenerator<readonly unknown[]>): AsyncGenerator<string> {
  try {
    for await (const page of pages) yield page.map((line) => `${JSON.stringify(line)}\n`).join('')
  } finally {
    await pages.return(undefined)
  }
}

/**
 * Pieces of text as a stream. The next piece is asked for while less than 4 MiB wait to be read, so a client may send
 * all before it reads anything, and memory stays bounded. Cancelling ends the pieces.
 */
export function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES_MAX }),
  )
}

const WAITING_BYTES_MAX = 4 * 1024 * 1024
const encoder = new TextEncoder()
