import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium of this machine, or the one that CHROMIUM names; null where there is none. */
export const chromiumPath =
  [process.env.CHROMIUM ?? '', ...PLACES].find((place) => place !== '' && existsSync(place)) ?? null

/** Starts it, without a window. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] })
}

/** What went wrong in a page, as it happens: errors of scripts, refusals of its policy, requests to another host. */
export function troublesOf(page: Page, origin: string): string[] {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    // A refusal of the service is shown on the page; the browser notes it as well.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) troubles.push(`asked ${request.url()}`)
  })
  return troubles
}
