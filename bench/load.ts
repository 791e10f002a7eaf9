import autocannon, { type Options, type Request } from 'autocannon';

// Load by autocannon, as a process of its own so that it can have a core of its own. Its argument is
// autocannon's options as JSON, in which `{index}` in a path or a body becomes another number of the
// same length in each request; it prints autocannon's results.
const options = JSON.parse(process.argv[2] as string) as Options;
let index = 0;

function numbered(text: string): string {
  return text.replaceAll('{index}', String(index++).padStart('{index}'.length, '0'));
}

function setupRequest(request: Request): Request {
  const path = numbered(request.path ?? '/');
  return { ...request, path, body: request.body && numbered(String(request.body)) };
}

const isVaried = `${options.requests?.[0]?.path}${options.body}`.includes('{index}');
const requests = options.requests?.map((request) => ({ ...request, setupRequest }));
const results = await autocannon(isVaried ? { ...options, requests } : options);
process.stdout.write(JSON.stringify(results));
