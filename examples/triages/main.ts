import { App } from "cdktn";
import { Triages } from "./triages.js";

const app = new App();
new Triages(app);
app.synth();
