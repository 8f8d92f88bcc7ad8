// The theme leaves the toggles of its lists without a name.
addEventListener("DOMContentLoaded", () => {
  for (const summary of document.querySelectorAll("li > details > summary")) {
    const link = summary.closest("li").querySelector("a");
    summary.setAttribute("aria-label", `Pages below ${link ? link.textContent.trim() : "this"}`);
  }
});
