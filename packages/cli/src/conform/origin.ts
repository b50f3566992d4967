import { CannotGoOn } from '../terminal/cannot-go-on.ts'

/** The origin of a server's address; throws CannotGoOn for what is no bare http or https address. */
export function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CannotGoOn(
      `the address of a server is http or https, as in https://cairn.example; found "${address}"`,
    )
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new CannotGoOn(`the contract's paths begin at the root of a host: give ${url.origin} alone`)
  return url.origin
}
