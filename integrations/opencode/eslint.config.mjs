import client from "../../clients/typescript/eslint.config.mjs";

export default client;
