import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Report } from "../report/report";
import type { TextStore } from "../report/texts";
import type { Names } from "./names";
import type { Reviews } from "./reviews";

// The data that every view needs, once the report is read.
export interface Session {
  report: Report;
  texts: TextStore;
  names: Names;
  reviews: Reviews;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("No report is open.");
  return session;
}
