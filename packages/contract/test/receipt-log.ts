import { canonical } from '../src/canonical.ts'
import { leafHash, nodeHash, rootOfNothing, type Sha256 } from '../src/receipts/merkle.ts'
import type { VerificationKey } from '../src/receipts/signed-statement.ts'
import { hex, sha256 } from '../src/sha256.ts'

/** A key pair that signs statements for tests. */
export interface Signer {
  readonly key: VerificationKey
  readonly sign: (statement: object) => Promise<string>
}

/** A signer; with a seed of 32 bytes always the same one. */
export async function signer(kid: string, seed?: Uint8Array): Promise<Signer> {
  const pair = await pairOf(seed)
  const { x } = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey
  return {
    key: { kty: 'OKP', crv: 'Ed25519', kid, x: x! },
    sign: async (statement) => {
      const bytes = new TextEncoder().encode(canonical(statement))
      const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, bytes))
      return canonical({
        hash: `sha256:${hex(await sha256(bytes))}`,
        kid,
        signature: base64url(signature),
        statement,
      })
    },
  }
}

const PKCS8 = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20)

async function pairOf(seed: Uint8Array | undefined): Promise<CryptoKeyPair> {
  if (seed === undefined)
    return (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const secret = Uint8Array.of(...PKCS8, ...seed)
  const privateKey = await crypto.subtle.importKey('pkcs8', secret, 'Ed25519', true, ['sign'])
  const { kty, crv, x } = (await crypto.subtle.exportKey('jwk', privateKey)) as JsonWebKey
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x } as JsonWebKey, 'Ed25519', true, [
    'verify',
  ])
  return { privateKey, publicKey }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The root of a tree by its definition (RFC 6962, section 2.1), from leaf hashes. */
export async function rootOf(leaves: readonly Sha256[]): Promise<Sha256> {
  if (leaves.length === 0) return rootOfNothing()
  if (leaves.length === 1) return leaves[0]!
  const left = leftSize(leaves.length)
  return nodeHash(await rootOf(leaves.slice(0, left)), await rootOf(leaves.slice(left)))
}

/** The audit path of a leaf by its definition (section 2.1.1). */
export async function pathOf(index: number, leaves: readonly Sha256[]): Promise<Sha256[]> {
  if (leaves.length <= 1) return []
  const left = leftSize(leaves.length)
  return index < left
    ? [...(await pathOf(index, leaves.slice(0, left))), await rootOf(leaves.slice(left))]
    : [...(await pathOf(index - left, leaves.slice(left))), await rootOf(leaves.slice(0, left))]
}

/** The consistency proof of the tree of the first `size` leaves by its definition (section 2.1.2). */
export async function growthOf(size: number, leaves: readonly Sha256[], isWhole = true): Promise<Sha256[]> {
  if (size === leaves.length) return isWhole ? [] : [await rootOf(leaves)]
  const left = leftSize(leaves.length)
  return size <= left
    ? [...(await growthOf(size, leaves.slice(0, left), isWhole)), await rootOf(leaves.slice(left))]
    : [...(await growthOf(size - left, leaves.slice(left), false)), await rootOf(leaves.slice(0, left))]
}

/** The leaf hashes of some texts. */
export function leavesOf(texts: readonly string[]): Promise<Sha256[]> {
  return Promise.all(texts.map((text) => leafHash(new TextEncoder().encode(text))))
}

/** The largest power of two below a size. */
const leftSize = (size: number): number => 2 ** Math.floor(Math.log2(size - 1))
