/** A line that is rewritten in place on a terminal, and only its end printed elsewhere. */
export function progressLine(out: NodeJS.WriteStream = process.stdout): {
  show(text: string): void
  end(text: string): void
  /** Leaves nothing of the line on a terminal. */
  clear(): void
} {
  let last = 0
  return {
    show(text) {
      const now = Date.now()
      if (!out.isTTY || now - last < 100) return
      last = now
      out.write(`\r\x1b[2K${text}`)
    },
    end(text) {
      out.write(out.isTTY ? `\r\x1b[2K${text}\n` : `${text}\n`)
    },
    clear() {
      if (out.isTTY) out.write('\r\x1b[2K')
    },
  }
}
