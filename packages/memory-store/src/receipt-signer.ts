/** Signs what a namespace's commits leave behind, with the randomness that needs. */
export interface ReceiptSigner {
  readonly tenant: string
  readonly namespace: string
  /** So many random bytes, base64url. */
  readonly random: (bytes: number) => string
  /** The stored text of a signed statement; throws where the deployment has no key, before anything is written. */
  readonly sign: (statement: object) => Promise<string>
}

/** A fresh salt: 16 bytes, so that what a commitment hides cannot be guessed. */
export function freshSalt({ random }: ReceiptSigner): string {
  return random(SALT_BYTES)
}

const SALT_BYTES = 16
