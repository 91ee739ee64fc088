// The description of the API (/openapi.json) for people.
import { useTitle } from "../../state/title";
import { description } from "../api";
import type { Operation, Parameter, Schema } from "../open-api";
import "./api-page.css";

function rangeWords({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `from ${minimum}`;
  return maximum === undefined ? "" : `up to ${maximum}`;
}

function typeWords(schema: Schema): string {
  if (schema.enum) return schema.enum.join(", ");
  return [schema.type ?? "", rangeWords(schema)].filter(Boolean).join(", ");
}

function Parameters({ list }: { list: readonly Parameter[] }) {
  if (list.length === 0) return null;
  return (
    <dl class="parameters">
      {list.map(({ name, in: place, description: meaning, schema }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            <span class="muted"> {place === "path" ? "in the path" : typeWords(schema)}</span>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function types(content: Record<string, unknown> | undefined): string {
  return Object.keys(content ?? {}).join(", ");
}

function Bodies({ operation }: { operation: Operation }) {
  const answers = Object.entries(operation.responses).filter(([status]) => status !== "default");
  return (
    <p class="muted">
      {operation.requestBody && <>Takes {types(operation.requestBody.content)}. </>}
      {answers.map(([status, { content }]) => (
        <span key={status}>
          Answers {status}
          {types(content) && `, ${types(content)}`}.{" "}
        </span>
      ))}
    </p>
  );
}

// A command that can be pasted unchanged, unless its path contains a placeholder for an id.
function curlOf(method: string, path: string, operation: Operation): string {
  const words = ["curl", "--fail-with-body"];
  const open = operation.security?.length === 0;
  if (!open) words.push('-H "Authorization: Bearer $TOKEN"');
  if (method !== "get" && method !== "post") words.push(`-X ${method.toUpperCase()}`);
  const body = operation.requestBody?.content ?? {};
  if ("application/json" in body) words.push("-H 'Content-Type: application/json' -d @body.json");
  else if (operation.requestBody) words.push("--data-binary @FILE");
  else if (method === "post") words.push("-X POST");
  return `${words.join(" ")} '${location.origin}${path}'`;
}

interface EndpointProps {
  method: string;
  path: string;
  operation: Operation;
}

function Endpoint({ method, path, operation }: EndpointProps) {
  return (
    <details class="endpoint">
      <summary>
        <span class={`method ${method}`}>{method.toUpperCase()}</span>
        <code class="path">{path}</code>
        <span class="summary muted">{operation.summary}</span>
      </summary>
      <div class="endpoint-body">
        {operation.description && <p>{operation.description}</p>}
        <Parameters list={operation.parameters} />
        <Bodies operation={operation} />
        <pre class="curl" tabIndex={0} aria-label={`Example of ${method} ${path}`}>
          {curlOf(method, path, operation)}
        </pre>
      </div>
    </details>
  );
}

const REST = "The service itself";
const TOPICS: readonly [RegExp, string][] = [
  [/^\/api\/(compare|pairs|jobs)/, "Comparisons and other jobs"],
  [/^\/api\/(search|documents|stats|compaction|measure)/, "The registry"],
  [/^\/api\/collections/, "Collections"],
];

function topicOf(path: string): string {
  return TOPICS.find(([form]) => form.test(path))?.[1] ?? REST;
}

export function ApiPage() {
  useTitle("API");
  const shown = description.value;
  if (!shown) return <div class="page narrow" />;
  const endpoints = Object.entries(shown.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const topics = [...TOPICS.map(([, topic]) => topic), REST];
  return (
    <div class="page narrow">
      <h1>The API</h1>
      <p class="lead muted">
        {shown.info.description} Version {shown.info.version}. Errors are problem documents that say
        what to do. Programs read <a href="/openapi.json">/openapi.json</a>, by OpenAPI{" "}
        {shown.openapi}.
      </p>
      {topics.map((topic) => {
        const own = endpoints.filter(({ path }) => topicOf(path) === topic);
        if (own.length === 0) return null;
        return (
          <section key={topic}>
            <h2>{topic}</h2>
            <div class="endpoints">
              {own.map((one) => (
                <Endpoint key={`${one.method} ${one.path}`} {...one} />
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}
