import { maySee, refused, setToken, token } from "./api";
import { Compare } from "./compare";
import { Documents } from "./documents";
import { Search } from "./search";

function Token() {
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setToken(String(form.get("token") ?? ""));
  };
  return (
    <form class="card" onSubmit={submit}>
      <h2>Who are you?</h2>
      <p class="muted">
        {token.value === ""
          ? "This server answers those who show a token. It is kept until the window is closed."
          : "The server does not know this token, or it may not do that."}
      </p>
      <div class="row">
        <label class="grow">
          <span class="label">Token</span>
          <input class="field" name="token" type="password" autocomplete="off" required />
        </label>
        <button class="button primary" type="submit">
          Continue
        </button>
      </div>
    </form>
  );
}

export function App() {
  return (
    <>
      <header class="top">
        <h1>whorl</h1>
        <nav aria-label="This service">
          <a href="/openapi.json">API</a>
          {token.value !== "" && !refused.value && (
            <button class="button bare" onClick={() => setToken("")}>
              Forget the token
            </button>
          )}
        </nav>
      </header>
      <main>
        {maySee.value ? (
          <>
            <Compare key={`compare ${token.value}`} />
            <Search />
            <Documents key={`documents ${token.value}`} />
          </>
        ) : (
          <Token />
        )}
      </main>
    </>
  );
}
