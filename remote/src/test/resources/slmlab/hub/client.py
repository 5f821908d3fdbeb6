"""Drives a hub with the real client: downloads all, uploads a folder, prints both listings as JSON."""

import json
import sys

from huggingface_hub import HfApi, snapshot_download
from huggingface_hub.hf_api import RepoFile

repo, downloads, folder, path = sys.argv[1:]
api = HfApi()


def listing():
    entries = api.list_repo_tree(repo, "data", recursive=True, repo_type="dataset")
    files = [entry for entry in entries if isinstance(entry, RepoFile)]
    return {file.path: [file.size, file.blob_id, file.lfs.sha256 if file.lfs else None] for file in files}


before = listing()
snapshot_download(repo, repo_type="dataset", local_dir=downloads)
api.upload_folder(repo_id=repo, repo_type="dataset", folder_path=folder, path_in_repo=path)
print(json.dumps([api.whoami()["name"], before, listing()]))
