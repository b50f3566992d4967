import {
  acceptedContent,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** Signs the state that a tool asks a client to bring back; one that was changed on the way is refused by the server itself. */
export const signedState = createRequestStateCodec({ key: 'the suite has no secret: 32 bytes at least' })

const text = (said: string) => ({ type: 'text' as const, text: said })
const ask = (message: string, property: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [property]: { type } }, required: [property] },
  })
const sample = (said: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(said) }], maxTokens: 100 })

type Asked = InputRequiredResult | { readonly content: ReturnType<typeof text>[] }

/** A tool that asks first and says `done` once every answer is there. */
const asksFirst = (inputRequests: InputRequests, state?: string) => async (context: ServerContext) => {
  const given = context.mcpReq.inputResponses ?? {}
  const said = Object.entries(inputRequests).every(([key, { method }]) =>
    method === 'elicitation/create' ? acceptedContent(given, key) !== undefined : given[key] !== undefined,
  )
  if (said) return { content: [text(`${state ?? 'done'} ${JSON.stringify(given)}`)] }
  return inputRequired({
    inputRequests,
    ...(state && { requestState: await signedState.mint(state, context) }),
  })
}

/** The tools of the suite that ask their client for something before they answer. */
export const ASKING_TOOLS: Readonly<Record<string, (context: ServerContext) => Promise<Asked>>> = {
  test_input_required_result_elicitation: asksFirst({ user_name: ask('What is your name?', 'name') }),
  test_input_required_result_sampling: asksFirst({
    capital_question: sample('What is the capital of France?'),
  }),
  test_input_required_result_list_roots: asksFirst({ client_roots: inputRequired.listRoots() }),
  test_input_required_result_request_state: asksFirst(
    { confirm: ask('Please confirm', 'ok', 'boolean') },
    'state-ok',
  ),
  test_input_required_result_tampered_state: asksFirst(
    { confirm: ask('Please confirm', 'ok', 'boolean') },
    'state-ok',
  ),
  test_input_required_result_multiple_inputs: asksFirst(
    {
      user_name: ask('What is your name?', 'name'),
      greeting: sample('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    },
    'three',
  ),
  test_input_required_result_capabilities: asksFirst({ greeting: sample('Generate a greeting') }),
  test_input_required_result_multi_round: async (context) => {
    const first = asksFirst({ step1: ask('Step 1: What is your name?', 'name') }, 'one')
    const second = asksFirst({ step2: ask('Step 2: What is your favorite color?', 'color') }, 'two')
    return context.mcpReq.requestState() === undefined ? first(context) : second(context)
  },
  test_streaming_elicitation: asksFirst({ user_name: ask('What is your name?', 'name') }),
  test_missing_capability: () =>
    Promise.reject(new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })),
}

/** The prompt of the suite that asks before it is told. */
export async function askingPrompt(context: ServerContext): Promise<InputRequiredResult | GetPromptResult> {
  const question = ask('What context should the prompt use?', 'context')
  const answer = await asksFirst({ user_context: question })(context)
  if (!('content' in answer)) return answer
  return { messages: answer.content.map((content) => ({ role: 'user' as const, content })) }
}
