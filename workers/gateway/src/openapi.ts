import { openApi } from '@cairn/contract/openapi'
import type { Handler } from '@cairn/http-kernel/call'

/** The OpenAPI description of the whole service at the address it was asked at. */
export const openapi: Handler<unknown> = async ({ url }) => ({ body: openApi(url.origin) })
