import {
  ProtocolError,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { ASKED_SCHEMAS } from './asked-schemas.ts'
import { ASKING_TOOLS, askingPrompt, signedState } from './asking-tools.ts'

/** A server with the tools, resources and prompts that the protocol's conformance suite asks for, one for each message. */
export function suiteServer(): Server {
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} }
  const requestState = { verify: signedState.verify }
  const server = new Server({ name: 'suite', version: '1' }, { capabilities, requestState })
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys({ ...TOOLS, ...ASKING_TOOLS, ...ASKED_SCHEMAS }).map((name) => ({
      name,
      description: name,
      inputSchema: ASKED_SCHEMAS[name] ?? { type: 'object' as const },
    })),
  }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = TOOLS[params.name] ?? ASKING_TOOLS[params.name]
    if (tool === undefined) throw new ProtocolError(-32602, 'no such tool')
    return tool(context)
  })
  server.setRequestHandler('resources/list', () => ({
    resources: [
      { uri: 'test://static-text', name: 'text' },
      { uri: 'test://static-binary', name: 'binary' },
    ],
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [resource(uri)] }))
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, { names }]) => ({
      name,
      description: name,
      arguments: names.map((argument) => ({ name: argument, description: argument, required: true })),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    if (params.name === 'test_input_required_result_prompt') return askingPrompt(context)
    const told = PROMPTS[params.name]!.say(params.arguments ?? {})
    return { messages: told.map((content) => ({ role: 'user' as const, content })) }
  })
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['test'], hasMore: false },
  }))
  return server
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAVE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='
const text = (said: string) => ({ type: 'text' as const, text: said })
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, said: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: said },
})

type Content = ReturnType<typeof text> | typeof image | ReturnType<typeof embedded>
type Answer = {
  readonly content: (Content | { readonly type: 'audio'; readonly data: string; readonly mimeType: string })[]
  readonly isError?: boolean
}

const TOOLS: Readonly<Record<string, (context: ServerContext) => Answer | Promise<Answer>>> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAVE, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
    return { content: [text('done')] }
  },
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
      await mcpReq.log('info', said)
    return { content: [text('done')] }
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log('info', 'said by a tool')
    return { content: [text('done')] }
  },
}

function resource(uri: string) {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) throw new ResourceNotFoundError(uri)
  const data = { id, templateTest: true, data: `Data for ID: ${id}` }
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) }
}

interface Prompt {
  readonly names: readonly string[]
  readonly say: (given: Readonly<Record<string, string>>) => Content[]
}

const PROMPTS: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: { names: [], say: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    names: ['arg1', 'arg2'],
    say: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    names: ['resourceUri'],
    say: ({ resourceUri }) => [
      embedded(resourceUri!, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: { names: [], say: () => [image, text('Please analyze the image above.')] },
}
